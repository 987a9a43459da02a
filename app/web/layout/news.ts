import type { NewEntry } from '#kit/web/area.ts'
import { mayOpen } from '#kit/web/screen.ts'
import type { Session } from '#kit/web/session.ts'
import { areas } from '../areas.ts'
import { allScreens } from '../screens.ts'

const all = areas
  .flatMap(({ news = [] }) => news)
  .toSorted((one, other) => Number(other.frequent ?? false) - Number(one.frequent ?? false))

/** What this user may begin from anywhere: those whose page may be opened. */
export const newsFor = (session: Pick<Session, 'has' | 'may'>): NewEntry[] =>
  all.filter(({ path }) => {
    const screen = allScreens.find((other) => other.path === path)
    return screen !== undefined && mayOpen(screen, session)
  })
