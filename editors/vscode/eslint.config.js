// The rules are few: `tsc` finds unknown names and wrong types.

const js = require("@eslint/js");
const typescript = require("typescript-eslint");

module.exports = [
  { ignores: ["dist"] },
  js.configs.recommended,
  ...typescript.configs.strictTypeChecked.map((rules) => ({ ...rules, files: ["src/**/*.ts"] })),
  { files: ["src/**/*.ts"], languageOptions: { parserOptions: { project: ["tsconfig.json", "src/webview/tsconfig.json"], tsconfigRootDir: __dirname } } },
  { files: ["src/**/*.ts"], rules: { "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }] } },
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: { "no-undef": "off", eqeqeq: "error", "no-var": "error", "prefer-const": "error", "object-shorthand": "error" },
  },
];
