/** Text bundles: surveys, member card pages, and all others. A page loads its own bundle only. */
export type TextPart = 'survey' | 'card' | 'forms'

/** The bundle of a page, by its area and module. */
export const textPartForPage = (area: string, module = ''): TextPart =>
  area === 'feedback' ? 'survey' : module.startsWith('public/card/') ? 'card' : 'forms'

/** Self-service text groups that a bundle does not need. */
export const groupsOutside: Record<TextPart, readonly string[]> = {
  survey: [],
  card: ['register', 'edit', 'sections', 'email', 'address', 'labels', 'hints', 'faults', 'welcome'],
  forms: ['ways', 'more', 'points', 'movement', 'tier', 'rewards', 'purchases', 'wallet'],
}
