/** The text bundles of public pages: surveys, the member card, and all other forms. A page loads only one of them. */
export type PublicTextPart = 'survey' | 'card' | 'forms'

/** Returns the text bundle of a public page, given its area and module. */
export const textPartForPage = (area: string, module = ''): PublicTextPart =>
  area === 'feedback' ? 'survey' : module.startsWith('public/card/') ? 'card' : 'forms'

/** The groups of self-service texts that a bundle omits. */
export const unusedTextGroups: Record<PublicTextPart, readonly string[]> = {
  survey: [],
  card: ['register', 'edit', 'sections', 'email', 'address', 'labels', 'hints', 'faults', 'welcome'],
  forms: ['ways', 'more', 'points', 'movement', 'tier', 'rewards', 'purchases', 'wallet'],
}
