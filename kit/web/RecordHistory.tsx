import { Button } from 'antd'
import { HistoryIcon } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { useT } from './i18n.ts'
import type { TextNamespace } from './labels.ts'
import { type Session, useSession } from './session.ts'
import { defineService, useService } from './slots.ts'
import type { RowAction } from './table/RowActions.tsx'

/** The record whose history the drawer shows, for example `Rate` 17 named GOLD 2026. `area` provides the field labels. */
export type HistorySubject = { area: TextNamespace; subject: string; id: string; name: string }

type RecordHistory = {
  mayRead: (subject: string, session: Session) => boolean
  Drawer: ComponentType<{ of: HistorySubject; open: boolean; onClose: () => void }> | undefined
}

export const recordHistory = defineService<RecordHistory>('kit.recordHistory', {
  value: { mayRead: () => false, Drawer: undefined },
})

/** A button that opens the history of a record; hidden from users without the role to read the history. */
export function HistoryButton({ area, subject, id, name }: Omit<HistorySubject, 'id'> & { id: string | number }) {
  const t = useT()
  const { open, mayRead, node } = useDrawer(area, subject)
  if (!mayRead) return null
  return (
    <>
      <Button icon={<HistoryIcon aria-hidden />} onClick={() => open(id, name)}>
        {t('kit:history.open')}
      </Button>
      {node}
    </>
  )
}

/** Returns the history as an entry for the menu of a row. Render `node` beside the list. */
export function useHistoryRowAction(area: TextNamespace, subject: string) {
  const t = useT()
  const { open, mayRead, node } = useDrawer(area, subject)
  return {
    of: (id: string | number, name: string): RowAction | false =>
      mayRead && { label: t('kit:history.open'), run: () => open(id, name) },
    node,
  }
}

function useDrawer(area: TextNamespace, subject: string) {
  const session = useSession()
  const [of, setOf] = useState<HistorySubject>()
  const [visible, setVisible] = useState(false)
  const { mayRead, Drawer } = useService(recordHistory)
  return {
    mayRead: mayRead(subject, session),
    open: (id: string | number, name: string) => {
      setOf({ area, subject, id: `${id}`, name })
      setVisible(true)
    },
    node: of && Drawer && (
      <Suspense fallback={null}>
        <Drawer of={of} open={visible} onClose={() => setVisible(false)} />
      </Suspense>
    ),
  }
}
