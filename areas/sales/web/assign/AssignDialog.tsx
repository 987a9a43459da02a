import { Button, Modal } from 'antd'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { FormErrorAlert } from '#kit/web/form/FormErrorAlert.tsx'
import { formatDate, formatMoney, formatPoints, getCurrency } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { ActionBar, Muted, Stack } from '#kit/web/Layout.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { assignSale, type Summary } from '../../contract.ts'
import { ChosenSaleMember, SaleMemberSearch } from '../entry/MemberBox.tsx'

type WalkInSale = Pick<Summary, 'InvoiceNo' | 'BusinessDate' | 'OutletCode' | 'NetAmount'>

/** Membership number that the dialog selects at first. */
type Props = { sale: WalkInSale; number?: string | undefined; open: boolean; onClose: () => void }

/** Dialog that assigns a walk-in sale to the member who came back with the receipt. */
export function AssignSaleDialog({ sale, number, open, onClose }: Props) {
  const t = useT()
  return (
    <Modal
      open={open}
      title={t('sales:assign.title', { number: sale.InvoiceNo })}
      width={560}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
      // The dialog takes the focus when it opens, so the focus moves to the search field after that.
      afterOpenChange={(isOpen) => isOpen && document.getElementById('sale-member')?.focus()}
      destroyOnHidden
    >
      <AssignForm sale={sale} number={number} onClose={onClose} />
    </Modal>
  )
}

function AssignForm({ sale, number, onClose }: Omit<Props, 'open'>) {
  const t = useT()
  const [member, setMember] = useState(number)
  const [wasSubmitted, setTried] = useState(false)
  const give = useRef<HTMLButtonElement>(null)
  // The search field disappears when a member is found, so the focus moves to the button.
  useEffect(() => {
    if (member) give.current?.focus()
  }, [member])
  const assign = useCall(assignSale, {
    done: ({ InvoiceNo, CustomerName, PointsMoved, PointsPending, ApprovalStatus }) => {
      const waits = ApprovalStatus === 'Pending'
      const points = formatPoints(waits ? PointsPending : PointsMoved)
      return t(waits ? 'sales:assign.waits' : 'sales:assign.done', {
        number: InvoiceNo,
        name: CustomerName ?? '',
        points,
      })
    },
    failed: 'sales:assign.failed',
    errorIn: 'form',
    onDone: onClose,
  })
  const submit = () => {
    setTried(true)
    if (!member) document.getElementById('sale-member')?.focus()
    else if (!assign.isPending) assign.mutate({ InvoiceNo: sale.InvoiceNo, MembershipNo: member })
  }
  return (
    <Stack
      as="form"
      gap="m"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      {assign.error && <FormErrorAlert formError={{ error: assign.error, details: [] }} failed="sales:assign.failed" />}
      <Muted as="p">
        {[
          formatDate(sale.BusinessDate),
          sale.OutletCode,
          sale.NetAmount !== null && `${getCurrency()} ${formatMoney(sale.NetAmount)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Muted>
      {member === undefined ? (
        <SaleMemberSearch
          error={wasSubmitted ? t('sales:assign.choose') : undefined}
          onChange={(membership) => setMember(membership ?? undefined)}
        />
      ) : (
        <ChosenSaleMember MembershipNo={member} onChange={() => setMember(undefined)} />
      )}
      <Muted as="p">{t('sales:assign.hint', { date: formatDate(sale.BusinessDate) })}</Muted>
      <ActionBar justify="end">
        <Button onClick={onClose} disabled={assign.isPending}>
          {t('kit:verbs.cancel')}
        </Button>
        <Button ref={give} type="primary" htmlType="submit" loading={assign.isPending}>
          {t('sales:assign.give')}
        </Button>
      </ActionBar>
    </Stack>
  )
}
