import { Alert } from 'antd'
import { PointsText } from '#kit/web/Figures.tsx'
import { FormErrorAlert } from '#kit/web/form/FormErrorAlert.tsx'
import { useLeaveGuard } from '#kit/web/form/useLeaveGuard.tsx'
import { useT } from '#kit/web/i18n.ts'
import { ActionBar, Muted, Row, SideColumnLayout } from '#kit/web/Layout.tsx'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { useMedia } from '#kit/web/useMedia.ts'
import '../sales.css'
import { SaleHeaderFields } from './HeadFields.tsx'
import { SaleMemberField } from './MemberBox.tsx'
import { focusLineField, SaleLineFields } from './Pieces.tsx'
import { SaleSavedView } from './SaleDone.tsx'
import { SaleTotalPanel, SaveSaleButton } from './SumPanel.tsx'
import { useSaleEntry } from './useSaleEntry.ts'

/** Page to enter a sale at the counter by scanner and keyboard; Ctrl+Enter posts the sale. */
export function SaleEntryPage() {
  const entry = useSaleEntry()
  if (entry.posted) return <SaleSavedView sale={entry.posted} onNext={entry.next} />
  return <SaleForm entry={entry} />
}

function SaleForm({ entry }: { entry: ReturnType<typeof useSaleEntry> }) {
  const t = useT()
  const { draft, errors, busy, change } = entry
  const isNarrow = useMedia('(max-width: 767.98px)')
  const points = entry.preview.sale?.Points ?? 0
  const guard = useLeaveGuard({
    dirty: entry.dirty && !busy,
    save: entry.save,
    dialog: false,
    onDiscard: entry.discard,
  })
  const keys = { whileTyping: true, enabled: !guard.asking }
  useShortcut('mod+enter', 'sales:entry.save', () => void entry.save(), keys)
  useShortcut('mod+s', 'sales:entry.save', () => void entry.save(), keys)

  return (
    <>
      <SideColumnLayout
        sticky
        side={
          <SaleTotalPanel
            draft={draft}
            preview={entry.preview}
            busy={busy}
            docked={isNarrow}
            onSave={() => void entry.save()}
            onDiscard={entry.dirty ? entry.discard : undefined}
          />
        }
      >
        {entry.error && Object.keys(errors).length === 0 && (
          <FormErrorAlert formError={{ error: entry.error, details: [] }} failed="sales:failed" />
        )}
        {entry.restored && <Alert type="info" showIcon role="status" title={t('sales:entry.restored')} />}
        <SaleMemberField
          value={draft.MembershipNo}
          error={errors.MembershipNo}
          onChange={(MembershipNo) => {
            change({ MembershipNo })
            // The invoice number gets the focus when a member is selected; otherwise the search field focuses itself.
            if (MembershipNo !== undefined) document.getElementById('sale-InvoiceNo')?.focus()
          }}
        />
        <SaleHeaderFields
          draft={draft}
          errors={errors}
          focused={draft.MembershipNo !== undefined}
          onChange={change}
          onDone={() => draft.lines[0] && focusLineField(draft.lines[0].key, 'Brand')}
        />
        <SaleLineFields
          draft={draft}
          errors={errors}
          pointsOf={entry.preview.pointsOf}
          onChange={change}
          onLine={entry.changeLine}
          onAdd={entry.addLine}
          onRemove={entry.removeLine}
        />
        {guard.node}
      </SideColumnLayout>
      {isNarrow && (
        <ActionBar className="carat-card-body">
          {points > 0 && (
            <Row justify="spread" className="carat-grow" aria-hidden>
              <Muted>{t('sales:preview.title')}</Muted>
              <strong>
                <PointsText points={points} sign="signed" /> {t('sales:points', { count: points })}
              </strong>
            </Row>
          )}
          <SaveSaleButton draft={draft} busy={busy} onSave={() => void entry.save()} />
        </ActionBar>
      )}
    </>
  )
}
