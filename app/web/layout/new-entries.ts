import type { NewEntry } from '#kit/web/area.ts'
import { canOpenScreen } from '#kit/web/screen.ts'
import type { Session } from '#kit/web/session.ts'
import { areas } from '../areas.ts'
import { allScreens } from '../screens.ts'

const allNewEntries = areas
  .flatMap(({ newEntries = [] }) => newEntries)
  .toSorted((left, right) => Number(right.frequent ?? false) - Number(left.frequent ?? false))

/** Returns the entries of the New menu whose page the user may open, with frequent entries first. */
export const newEntriesFor = (session: Pick<Session, 'has' | 'may'>): NewEntry[] =>
  allNewEntries.filter(({ path }) => {
    const screen = allScreens.find((candidate) => candidate.path === path)
    return screen !== undefined && canOpenScreen(screen, session)
  })
