import { createContext, useContext } from 'react'
import type { Screen } from '#kit/web/screen.ts'

/**
 * Provides all screens to the pages that list them: home, help and sections.
 * A direct import of the screens would be circular.
 */
export const ScreensContext = createContext<readonly Screen[]>([])

export const useScreens = () => useContext(ScreensContext)
