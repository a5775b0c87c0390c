export { countListed } from './store.ts'
