/**
 * Raises typed text to capitals and says where the caret belongs afterwards. For codes, blanks are left out, so the
 * caret moves back by those that stood before it.
 */
export function upperCased(text: string, caret: number, { code }: { code: boolean }) {
  const kept = (part: string) => (code ? part.replace(/\s/g, '') : part).toUpperCase()
  return { text: kept(text), caret: kept(text.slice(0, caret)).length }
}
