import { EyeOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useT } from '../i18n.ts'

export function PreviewButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useT()
  return (
    <Tooltip title={t('kit:preview.hint')}>
      <Button
        type="text"
        size="small"
        icon={<EyeOutlined aria-hidden />}
        aria-label={t('kit:preview.of', { name })}
        onClick={onClick}
      />
    </Tooltip>
  )
}
