import { Button } from 'antd'
import { HistoryIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useT } from './i18n.ts'
import type { Area } from './labels.ts'
import { type HistoryOf, useProvided } from './provided.ts'
import { useSession } from './session.ts'
import type { RowAction } from './table/RowActions.tsx'

/** The way to the history of one record, for those who may read it. */
export function HistoryButton({ area, subject, id, name }: Omit<HistoryOf, 'id'> & { id: string | number }) {
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

/** The same as an entry of a row's menu; `node` belongs beside the list. */
export function useHistory(area: Area, subject: string) {
  const t = useT()
  const { open, mayRead, node } = useDrawer(area, subject)
  return {
    of: (id: string | number, name: string): RowAction | false =>
      mayRead && { label: t('kit:history.open'), run: () => open(id, name) },
    node,
  }
}

function useDrawer(area: Area, subject: string) {
  const session = useSession()
  const [of, setOf] = useState<HistoryOf>()
  const [visible, setVisible] = useState(false)
  const { mayRead, Drawer } = useProvided().history
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
