/** A survey, the pages of the member's card, and all others: a page fetches the texts of its own part only. */
export type TextPart = 'survey' | 'card' | 'forms'

/** The part of a page, by its area and the file that draws it. */
export const textPartOf = (area: string, module = ''): TextPart =>
  area === 'feedback' ? 'survey' : module.startsWith('public/card/') ? 'card' : 'forms'

/** Groups of self-service that no page of the part shows. */
export const groupsOutside: Record<TextPart, readonly string[]> = {
  survey: [],
  card: ['register', 'edit', 'sections', 'email', 'address', 'labels', 'hints', 'faults', 'welcome'],
  forms: ['ways', 'more', 'points', 'movement', 'tier', 'rewards', 'purchases', 'wallet'],
}
