import { useMatches } from 'react-router'
import type { Screen } from '#kit/web/screen.ts'

/** Returns the screen of the current route. */
export const useCurrentScreen = (): Screen | undefined =>
  useMatches()
    .map(({ handle }) => handle as Screen | undefined)
    .findLast((handle) => handle !== undefined)
