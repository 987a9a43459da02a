import { allScreens } from '../screens.ts'
import { useCurrentScreen } from './useScreen.ts'

/** Returns the list to which the current page's record belongs, or undefined if the list's path has parameters. */
export function useParentList() {
  const screen = useCurrentScreen()
  const parent = allScreens.find(({ path }) => path === screen?.parent)
  return parent && !parent.path.includes(':') ? { path: parent.path, title: parent.title } : undefined
}
