import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'

export const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button icon={<PlusOutlined aria-hidden />} onClick={onClick}>
    {label}
  </Button>
)
