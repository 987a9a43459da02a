import { Button } from 'antd'
import { NotebookPenIcon } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { AddActivityDialog } from './AddActivity.tsx'

/** The button above a customer's timeline that records a note or a call. */
export function AddNoteButton({ CustomerId }: { CustomerId: number }) {
  const t = useT()
  const { has } = useSession()
  const [adding, setAdding] = useState(false)
  if (!has(['Customer', 'Update Member Listing'])) return null
  return (
    <>
      <Button block icon={<NotebookPenIcon aria-hidden />} onClick={() => setAdding(true)}>
        {t('activities:note')}
      </Button>
      <AddActivityDialog CustomerId={CustomerId} open={adding} onClose={() => setAdding(false)} />
    </>
  )
}
