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
  /** The path of the page of the previewed record. */
  to: string | undefined
  state: unknown
  content: ReactNode
  onClose: () => void
  /** Opens the preview of the neighbouring row; undefined at either end of the list. */
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** Shows the preview of a record beside its list. */
export function PreviewDrawer({ title, to, state, content, onClose, previous, next }: Props) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(true)
  useShortcut('j', 'kit:walk.next', () => next?.(), { enabled: next !== undefined, inDialog: true })
  useShortcut('k', 'kit:walk.previous', () => previous?.(), { enabled: previous !== undefined, inDialog: true })
  const stepButton = (label: string, run: (() => void) | undefined, icon: ReactNode) => (
    <Button size="small" type="text" icon={icon} aria-label={label} disabled={!run} onClick={run} />
  )
  return (
    <Drawer
      open={isOpen}
      title={title}
      size={440}
      onClose={() => setIsOpen(false)}
      afterOpenChange={(opened) => !opened && onClose()}
      classNames={{ body: 'carat-preview' }}
      extra={
        <Row gap="xs">
          {stepButton(t('kit:walk.previous'), previous, <ChevronLeftIcon aria-hidden className="carat-mirrored" />)}
          {stepButton(t('kit:walk.next'), next, <ChevronRightIcon aria-hidden className="carat-mirrored" />)}
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
