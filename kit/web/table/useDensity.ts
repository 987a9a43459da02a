import { useAppearance } from '../theme.tsx'

/** How close rows stand for this user, where neither a view nor the user's choice for a list says it. */
export const useDensity = () => useAppearance().appearance.density
