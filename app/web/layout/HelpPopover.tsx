import { Button, Popover } from 'antd'
import { CircleQuestionMarkIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'

/** What a page or a field is for: opened by a press, so that it also works without a mouse. */
export function HelpPopover({ name, children }: { name: string; children: ReactNode }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      title={name}
      content={<div style={{ maxWidth: 320 }}>{children}</div>}
    >
      <Button
        type="text"
        size="small"
        aria-label={t('app:help.about', { name })}
        aria-expanded={open}
        icon={<CircleQuestionMarkIcon aria-hidden />}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      />
    </Popover>
  )
}
