import { createContext, useContext } from 'react'
import type { Screen } from '#kit/web/screen.ts'

/** All screens, for the pages that list them: home, help and sections. A context avoids a circular import. */
export const ScreensContext = createContext<readonly Screen[]>([])

export const useScreens = () => useContext(ScreensContext)
