import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { salePath } from '#areas/sales/paths.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { formatDate, formatPoints } from '#kit/web/format.ts'
import { t as text, useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { type explainPoints, waiveArrears } from '../../contract.ts'

type Props = { MembershipNo: string; arrears: number; rows: Reply<typeof explainPoints>['Arrears'] }

/** A member's arrears, the returns that caused them, and head office's button to waive them. */
export function ArrearsCard({ MembershipNo, arrears, rows }: Props) {
  const t = useT()
  const labels = useLabels('points')
  const { has, may } = useSession()
  const [open, setOpen] = useState(false)
  if (arrears === 0) return null
  return (
    <>
      <Card
        title={t('points:arrears.title', { points: formatPoints(arrears) })}
        extra={
          has('Customer') &&
          may('Waive Arrears') && (
            <Button className="carat-unprinted" onClick={() => setOpen(true)}>
              {t('points:arrears.waive')}
            </Button>
          )
        }
      >
        <Muted as="p">{t('points:arrears.why')}</Muted>
        <EntryList>
          {rows.map((row) => (
            <ListEntry key={row.HistoryId} side={<PointsText points={-row.PointOwed} sign="signed" />}>
              {formatDate(row.BusinessDate)} · {labels.value('TransactionType', row.TransactionType)}
              {row.InvoiceNo && (
                <>
                  {' · '}
                  <Link
                    to={salePath({
                      TransactionType: row.TransactionType === 'Reversal' ? 'C' : 'N',
                      InvoiceNo: row.InvoiceNo,
                    })}
                  >
                    {row.InvoiceNo}
                  </Link>
                </>
              )}
              {row.Remark && ` · ${row.Remark}`}
            </ListEntry>
          ))}
        </EntryList>
      </Card>
      <FormDialog
        area="points"
        call={waiveArrears}
        open={open}
        title={t('points:arrears.waiveTitle')}
        onClose={() => setOpen(false)}
        fields={[
          { name: 'Points', label: 'points:fields.WaivedPoints' },
          { name: 'Remark', label: 'points:fields.Reason' },
        ]}
        initial={{ Points: arrears }}
        fixed={{ MembershipNo }}
        done={({ Waived }) => text('points:arrears.waived', { points: formatPoints(Waived) })}
        failed="points:arrears.failed"
        submit="points:arrears.waive"
      />
    </>
  )
}
