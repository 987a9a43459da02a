import { Button, ConfigProvider, Input } from 'antd'
import { createRoot } from 'react-dom/client'

// A minimal page with the component library: one field and one button, without texts, calls or routes.
createRoot(document.getElementById('root')!).render(
  <ConfigProvider>
    <Input />
    <Button type="primary">Empty</Button>
  </ConfigProvider>,
)
