import type { ComponentType } from 'react'
import type { Area } from './labels.ts'
import type { Session } from './session.ts'

/** A record whose history is asked for: `Customer` 17, called NUR AISYAH, with the texts of its area. */
export type HistoryOf = { area: Area; subject: string; id: string; name: string }

export type HistoryDrawer = ComponentType<{ of: HistoryOf; open: boolean; onClose: () => void }>

type Source = {
  mayRead: (subject: string, session: Session) => boolean
  Drawer: HistoryDrawer | undefined
}

let source: Source = { mayRead: () => false, Drawer: undefined }

/** The kit knows no area: the shell says once who may read histories and what shows them. */
export const setHistorySource = (own: Source) => {
  source = own
}

export const historySource = () => source
