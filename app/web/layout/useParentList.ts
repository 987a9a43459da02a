import { allScreens } from '../screens.ts'
import { useScreen } from './useScreen.ts'

/** The list to which the current page's record belongs; undefined if its path has parameters. */
export function useParentList() {
  const screen = useScreen()
  const parent = allScreens.find(({ path }) => path === screen?.parent)
  return parent && !parent.path.includes(':') ? { path: parent.path, title: parent.title } : undefined
}
