import './mantine.css'
import './themeVariables.css'
import './tones.css'
import './base.css'
