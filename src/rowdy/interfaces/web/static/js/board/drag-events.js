// What may happen in a drag once the pointer is down. It is listened to even before dragging is loaded.
// @ts-check

/** @typedef {PointerEvent | KeyboardEvent} Heard */

export const DRAG_EVENTS = /** @type {const} */ (["pointermove", "pointerup", "pointercancel", "keydown"]);
