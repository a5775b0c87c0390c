/** The script of the server-rendered pages. They work without it, but better with it. */
import { addCollapsing } from './enhance/collapsing.ts'
import { addCopying } from './enhance/copying.ts'
import { addEarlyClicks } from './enhance/earlyClicks.ts'
import { addGallery } from './enhance/gallery.ts'
import { addMenus } from './enhance/menus.ts'
import { addNavigation } from './enhance/navigation.ts'
import { addRefreshing } from './enhance/refreshing.ts'
import { addSchemeSwitch } from './enhance/schemeSwitch.ts'

addSchemeSwitch()
addMenus()
addNavigation()
addRefreshing(addCollapsing())
addCopying()
addGallery()
addEarlyClicks()
