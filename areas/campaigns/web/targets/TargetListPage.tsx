import { Button } from 'antd'
import { UserPlusIcon } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { AddTargetsDialog } from './AddTargetsDialog.tsx'
import { TargetTable } from './TargetTable.tsx'

/** The target lists of all campaigns; outlet staff see their own customers only. */
export function TargetListPage() {
  const t = useT()
  const [adding, setAdding] = useState(false)
  return (
    <>
      <TargetTable
        campaign={undefined}
        toolbar={
          <Button icon={<UserPlusIcon aria-hidden />} onClick={() => setAdding(true)}>
            {t('campaigns:targets.add')}
          </Button>
        }
      />
      <AddTargetsDialog open={adding} onClose={() => setAdding(false)} />
    </>
  )
}
