import { allScreens } from '../screens.ts'
import { useScreen } from './useScreen.ts'

/** The list that the present page's record is one of. One with parameters in its path has no address of its own. */
export function useListAbove() {
  const screen = useScreen()
  const parent = allScreens.find(({ path }) => path === screen?.parent)
  return parent && !parent.path.includes(':') ? { path: parent.path, title: parent.title } : undefined
}
