import type { NewMenuEntry } from '#kit/web/area.ts'
import { canOpenScreen } from '#kit/web/screen.ts'
import type { Session } from '#kit/web/session.ts'
import { webAreas } from '../areas.ts'
import { allScreens } from '../screens.ts'

const allNewEntries = webAreas
  .flatMap(({ newEntries = [] }) => newEntries)
  .toSorted((left, right) => Number(right.frequent ?? false) - Number(left.frequent ?? false))

/** Returns the entries of the New menu whose page the user may open, with frequent entries first. */
export const listNewMenuEntriesForSession = (session: Pick<Session, 'has' | 'may'>): NewMenuEntry[] =>
  allNewEntries.filter(({ path }) => {
    const screen = allScreens.find((candidate) => candidate.path === path)
    return screen !== undefined && canOpenScreen(screen, session)
  })
