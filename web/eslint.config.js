// The rules are few: `tsc` finds unknown names and wrong types.

import js from "@eslint/js";

export default [
  { ignores: ["editor.js", "editor/node_modules", "js/**/*.d.ts"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "off",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "object-shorthand": "error",
    },
  },
];
