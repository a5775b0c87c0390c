import { createContext, useContext } from 'react'

const StaticPageContext = createContext(false)

/** Wraps a page that the server renders and React never updates in the browser. */
export const StaticPageProvider = StaticPageContext.Provider

/** Returns whether handlers won't run: the element needs a link, a form field or an attribute for the page's script. */
export const useIsStatic = (): boolean => useContext(StaticPageContext)
