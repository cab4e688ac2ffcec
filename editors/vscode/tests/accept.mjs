// Writes the scopes of the samples. Read the difference before you commit it.

import { writeFileSync } from "node:fs";
import { EXPECTED, address, names, scopes } from "./samples.mjs";

for (const name of names()) writeFileSync(address(name + EXPECTED), await scopes(name));
