import { Button } from 'antd'
import { ChevronDownIcon, ChevronUpIcon } from 'lucide-react'
import { useT } from '../i18n.ts'

type Props = { name: string; open: boolean; onClick: (event: React.MouseEvent<HTMLElement>) => void }

/** A button that expands or collapses the details below a row. */
export function ExpandButton({ name, open, onClick }: Props) {
  const t = useT()
  return (
    <Button
      type="text"
      size="small"
      icon={open ? <ChevronUpIcon aria-hidden /> : <ChevronDownIcon aria-hidden />}
      aria-expanded={open}
      aria-label={t('kit:table.more', { name })}
      onClick={onClick}
    />
  )
}
