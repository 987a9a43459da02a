import { Button, Drawer } from 'antd'
import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../i18n.ts'
import { Row } from '../Layout.tsx'
import { LoadingState } from '../States.tsx'
import { useShortcut } from '../shortcuts.ts'

type Props = {
  title: string
  /** How the whole record is opened. */
  to: string | undefined
  state: unknown
  content: ReactNode
  onClose: () => void
  /** To the row above or below; undefined at the ends. */
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** A record beside its list: enough to decide whether to open it. */
export function PreviewDrawer({ title, to, state, content, onClose, previous, next }: Props) {
  const t = useT()
  const [open, setOpen] = useState(true)
  useShortcut('j', 'kit:walk.next', () => next?.(), { enabled: next !== undefined, inDialog: true })
  useShortcut('k', 'kit:walk.previous', () => previous?.(), { enabled: previous !== undefined, inDialog: true })
  const step = (label: string, run: (() => void) | undefined, icon: ReactNode) => (
    <Button size="small" type="text" icon={icon} aria-label={label} disabled={!run} onClick={run} />
  )
  return (
    <Drawer
      open={open}
      title={title}
      size={440}
      onClose={() => setOpen(false)}
      afterOpenChange={(opened) => !opened && onClose()}
      classNames={{ body: 'carat-preview' }}
      extra={
        <Row gap="xs">
          {step(t('kit:walk.previous'), previous, <ChevronLeftIcon aria-hidden className="carat-mirrored" />)}
          {step(t('kit:walk.next'), next, <ChevronRightIcon aria-hidden className="carat-mirrored" />)}
        </Row>
      }
      footer={
        to && (
          <Link to={to} state={state} className="carat-preview-open">
            {t('kit:preview.open')}
          </Link>
        )
      }
    >
      <Suspense fallback={<LoadingState />}>{content}</Suspense>
    </Drawer>
  )
}
