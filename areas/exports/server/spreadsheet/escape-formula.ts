// Matches text that a spreadsheet may run as a formula, also after full-width signs and leading spaces.
// JavaScript and PostgreSQL interpret this regular expression identically.
const blank = '\\u0001-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200b\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'
const sign = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20'
export const spreadsheetFormulaPattern = `^['${blank}]*[${sign}]|^'*[\\t\\r\\n]`

const formula = new RegExp(spreadsheetFormulaPattern, 'u')

/**
 * Puts an apostrophe before text that a spreadsheet might run as a formula.
 * If the text already starts with an apostrophe, a second one is added, so that an import restores the text.
 */
export const escapeSpreadsheetFormula = (text: string) => (formula.test(text) ? `'${text}` : text)

/** Removes an apostrophe before text only if `escapeSpreadsheetFormula` added it. */
export const unescapeSpreadsheetFormula = (text: string) =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text
