// What the extension sends to the panel.

import type { Picture } from "../picture";

/** A picture, or a note about why there is none. */
export type Shown = Picture & { readonly note?: string };
