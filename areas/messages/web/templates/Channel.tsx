import { MailIcon, MessageSquareIcon } from 'lucide-react'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { ContactType } from '../../contract.ts'

/** Shows the channel of a message with its icon. */
export function MessageChannelLabel({ type }: { type: ContactType }) {
  const labels = useLabels('messages')
  const Icon = type === 'Email' ? MailIcon : MessageSquareIcon
  return (
    <Row gap="xs" tight>
      <Icon aria-hidden />
      {labels.value('ContactType', type)}
    </Row>
  )
}
