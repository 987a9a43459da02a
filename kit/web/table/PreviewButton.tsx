import { Button, Tooltip } from 'antd'
import { EyeIcon } from 'lucide-react'
import { useT } from '../i18n.ts'

export function PreviewButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useT()
  return (
    <Tooltip title={t('kit:preview.hint')}>
      <Button
        type="text"
        size="small"
        icon={<EyeIcon aria-hidden />}
        aria-label={t('kit:preview.of', { name })}
        onClick={onClick}
      />
    </Tooltip>
  )
}
