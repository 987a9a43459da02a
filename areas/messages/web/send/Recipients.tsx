import { Button, Tag } from 'antd'
import { CircleCheckIcon, CircleSlashIcon, ClockIcon, XIcon } from 'lucide-react'
import { formatPersonName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { PersonInitials } from '#kit/web/PersonMark.tsx'
import type { CustomerMessage } from '../../contract.ts'
import { templateLanguageName } from '../languages.ts'
import { useBlockingReasonText } from './blocked.ts'

type Props = {
  messages: readonly CustomerMessage[]
  selected: number | undefined
  onShow: (CustomerId: number) => void
  onRemove: (CustomerId: number) => void
}

/** Lists the recipients with their status. The page previews the message to the selected recipient. */
export function RecipientsList({ messages, selected, onShow, onRemove }: Props) {
  const t = useT()
  return (
    <ul className="carat-entries" aria-label={t('messages:send.customers')}>
      {messages.map((message) => {
        const name = formatPersonName(message.FullName)
        return (
          <li key={message.CustomerId} className="messages-recipient">
            <button
              type="button"
              aria-current={message.CustomerId === selected}
              onClick={() => onShow(message.CustomerId)}
            >
              <PersonInitials name={message.FullName} />
              <span className="carat-two-lines">
                <bdi>{name}</bdi>
                <Muted>
                  {[message.MembershipNo, message.Recipient, templateLanguageName(message.Language)]
                    .filter(Boolean)
                    .join(' · ')}
                </Muted>
                <RecipientOutcome message={message} />
              </span>
            </button>
            <Button
              type="text"
              size="small"
              icon={<XIcon aria-hidden />}
              aria-label={t('messages:send.removeOne', { name })}
              onClick={() => onRemove(message.CustomerId)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Shows the status of a message: it can be sent, waits, or is suppressed. */
export function RecipientOutcome({ message }: { message: CustomerMessage }) {
  const t = useT()
  const reason = useBlockingReasonText()(message)
  const [colour, icon, words] =
    reason !== undefined
      ? (['error', <CircleSlashIcon key="icon" aria-hidden />, reason] as const)
      : message.WaitsYN === 'Y'
        ? (['warning', <ClockIcon key="icon" aria-hidden />, t('messages:send.waits')] as const)
        : (['success', <CircleCheckIcon key="icon" aria-hidden />, t('messages:send.ready')] as const)
  return (
    <Row>
      <Tag color={colour} icon={icon}>
        {words}
      </Tag>
    </Row>
  )
}
