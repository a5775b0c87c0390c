import './mantine.css'
import './tones.css'
import './base.css'
