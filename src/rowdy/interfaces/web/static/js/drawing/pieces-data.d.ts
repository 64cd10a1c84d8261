/** What the server makes of interfaces/drawing/pieces.json. */

export type Node = [tag: string, attributes?: Record<string, string | number>, ...children: (Node | string)[]];

export interface Drawings {
  /** The class of each part that is a drawing of its own, and its view box if that is not a square of 100. */
  drawings: Record<string, [string, string?]>;
  parts: Record<string, Node[]>;
}

export const PIECES: Drawings & {
  colours: Record<string, { fill: string; mark: string; texture?: string }>;
  textures: Node[];
};
