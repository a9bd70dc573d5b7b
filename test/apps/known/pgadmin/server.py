
# pgAdmin as a server, with its own database in this folder.
import os

DATA_DIR = os.getcwd()
DEFAULT_SERVER_PORT = int(os.environ["PORT"])
MASTER_PASSWORD_REQUIRED = False
UPGRADE_CHECK_ENABLED = False
