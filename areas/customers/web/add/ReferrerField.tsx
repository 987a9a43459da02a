import { Button } from 'antd'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { TextControl } from '#kit/web/form/TextControl.tsx'
import { errorText, useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { verifyReferrer } from '../../contract/customers.ts'

/** Of a customer who is known already, saving would refuse more. */
type Props = ControlProps & { CustomerId?: number }
type Notice = { good: boolean; text: string }

/** The friend who recommended the customer: staff sees enough of the name to ask whether it is this one. */
export function ReferrerField({ id, value, onChange, onBlur, CustomerId }: Props) {
  const t = useT()
  const typed = typeof value === 'string' ? value : ''
  const [notice, setNotice] = useState<Notice>()
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    try {
      const friend = await call(verifyReferrer, { MembershipNo: typed.trim(), CustomerId })
      setNotice({ good: true, text: t('customers:add.friendIs', { name: friend.Name }) })
    } catch (error) {
      setNotice({ good: false, text: `${t('customers:failed.verifyReferrer')}: ${errorText(error).description}` })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Row tight>
        <TextControl
          {...(id && { id })}
          value={typed}
          uppercase
          limit={30}
          autoComplete="off"
          onChange={(text) => {
            setNotice(undefined)
            onChange?.(text)
          }}
          onBlur={() => {
            onBlur?.()
            if (typed.trim() !== '' && !notice && !busy) void check()
          }}
          onKeyDown={(event) => {
            // A scanner ends with Enter, which must not save a form that is half filled.
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || typed.trim() === '') return
            event.preventDefault()
            void check()
          }}
        />
        <Button onClick={() => void check()} loading={busy}>
          {t('customers:add.checkFriend')}
        </Button>
      </Row>
      <div role="status" className={notice && !notice.good ? 'carat-muted carat-bad' : 'carat-muted'}>
        {notice?.text}
      </div>
    </>
  )
}
