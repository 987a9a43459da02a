import { prepareData } from './server.ts'

/** Runs once before all workers; Playwright calls the returned function after them. */
const globalSetup = () => prepareData()

// Playwright requires the default export.
export default globalSetup
