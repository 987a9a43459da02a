import { Button, Popover } from 'antd'
import { CircleQuestionMarkIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'

/** Explains a page or field. The help opens on click, so that it also works without a mouse. */
export function HelpPopover({ name, children }: { name: string; children: ReactNode }) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={setIsOpen}
      title={name}
      content={<div style={{ maxWidth: 320 }}>{children}</div>}
    >
      <Button
        type="text"
        size="small"
        aria-label={t('app:help.about', { name })}
        aria-expanded={isOpen}
        icon={<CircleQuestionMarkIcon aria-hidden />}
        onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
      />
    </Popover>
  )
}
