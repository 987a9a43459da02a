/** Where a page begins. */
export const offsetOf = ({ Rows, Page }: { Rows: number; Page: number }) => (Page - 1) * Rows

export const orderOf = (direction: 'ASC' | 'DESC') => (direction === 'DESC' ? ('desc' as const) : ('asc' as const))
