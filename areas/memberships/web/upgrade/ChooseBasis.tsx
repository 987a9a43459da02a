import { Button, Input, Segmented } from 'antd'
import { type FormEvent, useState } from 'react'
import { listCardCategories } from '#areas/tiers/contract/card-categories.ts'
import type { RequestBody } from '#kit/contract/endpoint.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { Membership } from '../../contract/memberships.ts'
import { prepareUpgrade } from '../../contract/upgrade.ts'
import { UpgradeInvoiceChoices, useUpgradeInvoices } from './Invoices.tsx'

type Basis = Pick<RequestBody<typeof prepareUpgrade>, 'InvoiceNo' | 'CardCategoryCode' | 'OverrideReason'>

/** Asks for the basis of the upgrade: a purchase, or an override by head office with its reason. */
export function UpgradeBasisForm({ membership }: { membership: Membership }) {
  const t = useT()
  const { isHQ } = useSession()
  const [by, setBy] = useState<'invoice' | 'override'>('invoice')
  const prepare = useCall(prepareUpgrade, {
    failed: 'memberships:failed.upgrade',
  })
  const send = (basis: Basis) => prepare.mutate({ MembershipNo: membership.MembershipNo, ...basis })
  return (
    <Card
      title={t('memberships:upgrade.choose')}
      extra={
        isHQ && (
          <Segmented
            value={by}
            onChange={setBy}
            options={[
              { value: 'invoice', label: t('memberships:upgrade.byInvoice') },
              { value: 'override', label: t('memberships:upgrade.byOverride') },
            ]}
          />
        )
      }
    >
      {by === 'invoice' ? (
        <ByInvoice membership={membership} busy={prepare.isPending} send={send} />
      ) : (
        <ByOverride membership={membership} busy={prepare.isPending} send={send} />
      )}
    </Card>
  )
}

type Props = { membership: Membership; busy: boolean; send: (basis: Basis) => void }

function ByInvoice({ membership, busy, send }: Props) {
  const t = useT()
  const { data } = useUpgradeInvoices(membership.MembershipNo)
  const [selectedInvoice, setInvoice] = useState<string>()
  // The latest purchase is selected at first, because it is the usual choice.
  const invoice = selectedInvoice ?? data?.rows.find(({ QualifiesYN }) => QualifiesYN === 'Y')?.InvoiceNo
  return (
    <>
      <p className="carat-muted carat-space-after">{t('memberships:upgrade.invoiceHint')}</p>
      <UpgradeInvoiceChoices MembershipNo={membership.MembershipNo} value={invoice} onChange={setInvoice} />
      <Row className="carat-space-before">
        <ReasonedButton
          type="primary"
          size="large"
          loading={busy}
          reason={!invoice && t('memberships:upgrade.chooseFirst')}
          onClick={() => send({ InvoiceNo: invoice })}
        >
          {t('memberships:upgrade.prepare')}
        </ReasonedButton>
      </Row>
    </>
  )
}

function ByOverride({ membership, busy, send }: Props) {
  const t = useT()
  const [code, setCode] = useState('')
  const [reason, setReason] = useState('')
  const { data } = useRead(listCardCategories, {
    Rows: 1000,
    Search: { CardGroupId: membership.CardGroupId, Status: 'Active' },
  })
  const ready = code !== '' && reason.trim() !== ''
  return (
    <Stack
      width="narrow"
      as="form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (ready) send({ CardCategoryCode: code, OverrideReason: reason.trim() })
      }}
    >
      <p className="carat-muted carat-space-after">{t('memberships:upgrade.overrideHint')}</p>
      <div>
        <label htmlFor="override-category" className="carat-label">
          {t('memberships:fields.CardCategoryCode')}
        </label>
        <ChoiceSelect
          id="override-category"
          area="memberships"
          field="CardCategoryCode"
          value={code}
          onChange={(categoryCode) => setCode(String(categoryCode ?? ''))}
          choices={(data?.rows ?? []).map(({ Code, Name }) => ({ value: Code, label: Name, hint: Code }))}
        />
      </div>
      <div>
        <label htmlFor="override-reason" className="carat-label">
          {t('memberships:fields.OverrideReason')}
        </label>
        <Input.TextArea
          id="override-reason"
          value={reason}
          maxLength={300}
          showCount
          autoSize={{ minRows: 2, maxRows: 6 }}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <Row className="carat-space-before">
        {ready ? (
          <Button type="primary" size="large" htmlType="submit" loading={busy}>
            {t('memberships:upgrade.prepare')}
          </Button>
        ) : (
          <ReasonedButton type="primary" size="large" reason={t('memberships:upgrade.overrideFirst')}>
            {t('memberships:upgrade.prepare')}
          </ReasonedButton>
        )}
      </Row>
    </Stack>
  )
}
