import { createContext, useContext } from 'react'
import type { Screen } from '#kit/web/screen.ts'

/** Every page behind the sign-in, for the pages that are themselves among them: home, help and sections. */
export const ScreensContext = createContext<readonly Screen[]>([])

export const useScreens = () => useContext(ScreensContext)
