// What a spreadsheet may take for a formula, in whatever width and behind whatever blanks it is written. Spelled out
// so that JavaScript and PostgreSQL read it alike.
const blank = '\\u0001-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200b\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'
const sign = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20'
export const formulaPattern = `^['${blank}]*[${sign}]|^'*[\\t\\r\\n]`

const formula = new RegExp(formulaPattern, 'u')

/**
 * Text that no spreadsheet runs: an apostrophe goes before what it might take for a formula. Text that has one already
 * gets another, so that `asTyped` finds back exactly what was there.
 */
export const harmless = (text: string) => (formula.test(text) ? `'${text}` : text)

/** Takes off the apostrophe that `harmless` put there, and no other. */
export const asTyped = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text)
