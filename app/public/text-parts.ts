/** A survey and the member's own pages never lead to each other: each fetches its own words alone. */
export type TextPart = 'survey' | 'own'

export const textPartOf = (area: string): TextPart => (area === 'feedback' ? 'survey' : 'own')
