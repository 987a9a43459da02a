import { Button } from 'antd'
import { MailIcon, MessageCircleIcon, PhoneIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { shortName } from '#kit/contract/person.ts'
import { useLabels } from './labels.ts'

type Reachable = {
  FullName: string
  ContactNo: string | null
  Email: string | null
  /** Ways of contact that were agreed to. */
  Channels: readonly string[]
}
type Way = 'WhatsApp' | 'Call' | 'Email'

const icons: Record<Way, ReactNode> = {
  WhatsApp: <MessageCircleIcon aria-hidden />,
  Call: <PhoneIcon aria-hidden />,
  Email: <MailIcon aria-hidden />,
}
const ways: readonly Way[] = ['WhatsApp', 'Call', 'Email']

/** Where a press leads: to the telephone, to WhatsApp, to the mail program. */
export function contactAddress({ ContactNo, Email }: Omit<Reachable, 'Channels'>, way: Way): string | undefined {
  if (way === 'Email') return Email ? `mailto:${Email}` : undefined
  if (!ContactNo) return undefined
  return way === 'Call' ? `tel:${ContactNo}` : `https://wa.me/${ContactNo.replace(/\D/g, '')}`
}

/** The first way to reach somebody that they agreed to; nothing for who agreed to none. */
export function ContactWay({ person }: { person: Reachable }) {
  const labels = useLabels('kit')
  const way = ways.find((one) => person.Channels.includes(one) && contactAddress(person, one))
  if (!way) return null
  const word = labels.value('ContactType', way)
  return (
    <Button
      size="small"
      icon={icons[way]}
      href={contactAddress(person, way)!}
      {...(way === 'WhatsApp' && { target: '_blank', rel: 'noopener' })}
      aria-label={`${word}, ${shortName(person.FullName)}`}
    >
      {word}
    </Button>
  )
}
