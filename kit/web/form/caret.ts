/**
 * Converts typed text to capitals and returns the new caret position. Codes also lose their spaces, so the caret moves
 * back by those before it.
 */
export function upperCased(text: string, caret: number, { code }: { code: boolean }) {
  const normalize = (part: string) => (code ? part.replace(/\s/g, '') : part).toUpperCase()
  return { text: normalize(text), caret: normalize(text.slice(0, caret)).length }
}
