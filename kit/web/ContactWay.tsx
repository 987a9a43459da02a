import { Button } from 'antd'
import { MailIcon, MessageCircleIcon, PhoneIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { shortenPersonName } from '#kit/contract/person.ts'
import { useLabels } from './labels.ts'

type Reachable = {
  FullName: string
  ContactNo: string | null
  Email: string | null
  /** The contact channels to which the person consented. */
  Channels: readonly string[]
}
type Channel = 'WhatsApp' | 'Call' | 'Email'

const icons: Record<Channel, ReactNode> = {
  WhatsApp: <MessageCircleIcon aria-hidden />,
  Call: <PhoneIcon aria-hidden />,
  Email: <MailIcon aria-hidden />,
}
const channels: readonly Channel[] = ['WhatsApp', 'Call', 'Email']

/** Returns the link that opens the telephone, WhatsApp or mail program; undefined without a number or address. */
export function contactLinkUrl(
  { ContactNo, Email }: Omit<Reachable, 'Channels'>,
  channel: Channel,
): string | undefined {
  if (channel === 'Email') return Email ? `mailto:${Email}` : undefined
  if (!ContactNo) return undefined
  return channel === 'Call' ? `tel:${ContactNo}` : `https://wa.me/${ContactNo.replace(/\D/g, '')}`
}

/** A button for the first channel to which the person consented. Renders nothing without consent. */
export function ContactButton({ person }: { person: Reachable }) {
  const labels = useLabels('kit')
  const contactChannel = channels.find(
    (channel) => person.Channels.includes(channel) && contactLinkUrl(person, channel),
  )
  if (!contactChannel) return null
  const word = labels.value('ContactType', contactChannel)
  return (
    <Button
      size="small"
      icon={icons[contactChannel]}
      href={contactLinkUrl(person, contactChannel)!}
      {...(contactChannel === 'WhatsApp' && { target: '_blank', rel: 'noopener' })}
      aria-label={`${word}, ${shortenPersonName(person.FullName)}`}
    >
      {word}
    </Button>
  )
}
