/** What the server makes of interfaces/drawing/pieces.json. */

export type Node = [tag: string, attributes?: Record<string, string | number>, ...children: (Node | string)[]];

export interface Drawings {
  /** The class and the view box of each part that is a drawing of its own. */
  drawings: Record<string, [string, string]>;
  parts: Record<string, Node[]>;
}

export const PIECES: Drawings & {
  colours: Record<string, { fill: string; mark: string; texture?: string }>;
  textures: Node[];
};
